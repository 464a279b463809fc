import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormModal } from '../../app/form-modal.tsx';
import { passwordField, useTyped } from '../../app/typed-fields.tsx';
import { closeAccount, closingQuery, leadAway } from '../../data/closing.ts';
import { fieldProblems } from '../../data/problems.ts';
import { useSession } from '../../data/session.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './settings.module.css';

const EMPTY = { email: '', password: '', code: '' };

/** Days that are shown until the service has said how many they are: the usual ones, so that nothing jumps. */
const USUAL_DAYS = 30;

/** Explains the closing of the account, offers its data first, and asks the owner for address and password. */
export function ClosingSection() {
  const { closing: texts } = useTexts();
  const { email } = useSession();
  const { data } = useQuery(closingQuery);
  const [isOpen, setOpen] = useState(false);
  const close = useMutation({
    mutationFn: (): Promise<unknown> => closeAccount(typed),
    onSuccess: leadAway,
  });
  const { typed, field, clear } = useTyped(EMPTY, fieldProblems(close.error));
  const shut = (): void => {
    clear();
    close.reset();
    setOpen(false);
  };
  return (
    <section className={`card ${styles.danger}`} aria-labelledby="closing">
      <h2 id="closing">{texts.title}</h2>
      <p className="soft">{texts.hint}</p>
      <h3>{texts.happens}</h3>
      <ol className={styles.steps}>
        {texts.steps(data?.days ?? USUAL_DAYS).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className="soft">{texts.links}</p>
      <p className={styles.warning}>
        {texts.first} <a href="#all-data">{texts.toData}</a>
      </p>
      <Button
        mt="md"
        variant="outline"
        color="red"
        c="var(--bad)"
        disabled={!data}
        onClick={() => setOpen(true)}
      >
        {texts.close}
      </Button>
      <FormModal
        isOpen={isOpen}
        close={shut}
        title={texts.title}
        submit={texts.close}
        isGrave
        mutation={close}
        kept={null}
      >
        <p>{texts.prove}</p>
        {field({
          name: 'email',
          label: texts.email,
          description: email,
          type: 'email',
          autoComplete: 'off',
        })}
        {field({
          name: 'password',
          label: texts.password,
          ...passwordField('current-password'),
        })}
        {data?.asks_for_code &&
          field({ name: 'code', label: texts.code, autoComplete: 'one-time-code', maxLength: 40 })}
      </FormModal>
    </section>
  );
}
