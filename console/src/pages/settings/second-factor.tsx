import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormModal } from '../../app/form-modal.tsx';
import { useFormats } from '../../app/formats.ts';
import { notifications } from '../../app/notes.tsx';
import { passwordField, useTyped } from '../../app/typed-fields.tsx';
import {
  type AccountFacts,
  accountFacts,
  type FactorOffer,
  offerFactor,
  renewRecoveryCodes,
  turnFactorOff,
  turnFactorOn,
} from '../../data/account.ts';
import { fieldProblems } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useSession } from '../../data/session.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './settings.module.css';
import { ShownOnce } from './shown-once.tsx';

const EMPTY = { password: '', code: '' };

/** A dialog each. The first asks for the password, the others for a code. */
type Step = 'start' | 'confirm' | 'renew' | 'off';

/** Setting up, renewing and turning off the second factor. */
export function SecondFactor({ on }: { on: AccountFacts['second_factor'] }) {
  const texts = useTexts();
  const { factor } = texts.accountData;
  const { email } = useSession();
  const { date } = useFormats();
  const [step, setStep] = useState<Step | null>(null);
  const [offer, setOffer] = useState<FactorOffer | null>(null);
  const [recovery, setRecovery] = useState<readonly string[] | null>(null);

  const leave = (): void => {
    setStep(null);
    setOffer(null);
    clear();
    act.reset();
  };
  const act = useMutation({
    async mutationFn() {
      if (step === 'start') {
        setOffer(await offerFactor(typed.password));
        setStep('confirm');
        return;
      }
      if (step === 'off') {
        await turnFactorOff(typed.code);
        notifications.show({ message: factor.isOff });
      } else setRecovery(await (step === 'confirm' ? turnFactorOn : renewRecoveryCodes)(typed.code));
      leave();
    },
    // Also after a failure: another tab may have changed it.
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: accountFacts.queryKey }),
        queries.invalidateQueries({ queryKey: ['sign-ins'] }),
      ]),
  });
  const problems = fieldProblems(act.error);
  const { typed, field, clear } = useTyped(EMPTY, problems);
  const button = (next: Step, label: string) => (
    <Button variant="default" onClick={() => setStep(next)}>
      {label}
    </Button>
  );
  const codeField = (description: string) =>
    field({
      name: 'code',
      label: factor.code,
      description,
      autoComplete: 'one-time-code',
    });
  return (
    <>
      <p className="soft">
        {on ? `${factor.since(date(on.turned_on_at))} ${factor.left(on.recovery_codes)}` : factor.off}
      </p>
      {on ? (
        <Group>
          {button('renew', factor.renew)}
          {button('off', factor.turnOff)}
        </Group>
      ) : (
        button('start', factor.setUp)
      )}
      <FormModal
        isOpen={step === 'start'}
        close={leave}
        title={factor.setUp}
        submit={factor.next}
        mutation={act}
        kept={null}
      >
        <p>{factor.what}</p>
        <p className="soft">{factor.keys}</p>
        {/* Tells password managers whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        {field({
          name: 'password',
          label: factor.password,
          ...passwordField('current-password'),
        })}
      </FormModal>
      <FormModal
        isOpen={step === 'confirm'}
        close={leave}
        title={factor.scan}
        submit={factor.turnOn}
        mutation={act}
        kept={null}
      >
        <p>{factor.scanHint}</p>
        {offer && (
          <>
            <img
              className={styles.qr}
              src={`data:image/svg+xml,${encodeURIComponent(offer.qr)}`}
              alt={factor.qr}
            />
            <div>
              <p className="soft">{factor.type}</p>
              <code className={styles.secret}>{offer.secret}</code>
            </div>
          </>
        )}
        {codeField(factor.appCode)}
      </FormModal>
      <FormModal
        isOpen={step === 'renew' || step === 'off'}
        close={leave}
        title={step === 'off' ? factor.turnOff : factor.renew}
        submit={step === 'off' ? factor.turnOff : factor.renew}
        isGrave={step === 'off'}
        mutation={act}
        kept={null}
      >
        <p>{step === 'off' ? factor.offHint : factor.renewHint}</p>
        {codeField(factor.codeHint)}
      </FormModal>
      <ShownOnce
        title={factor.recoveryTitle}
        hint={factor.recoveryHint}
        secrets={recovery && [{ name: factor.recovery, value: recovery.join('\n') }]}
        close={() => setRecovery(null)}
      />
    </>
  );
}
