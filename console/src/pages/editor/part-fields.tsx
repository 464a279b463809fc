import { Button, ColorInput, NumberInput, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { Select } from '../../app/select.tsx';
import { useBrand } from '../../data/brand.ts';
import { fontsFor } from '../../data/brand-look.ts';
import { useTexts } from '../../texts/texts.ts';
import { CODE_CLASS } from './blocks.ts';
import { hasMjml, isWhole } from './code-problems.ts';
import { defaultAttributes } from './default-values.ts';
import type { DesignStore } from './design-store.ts';
import styles from './editor.module.css';
import { CODE_FIELDS, FIELDS, type Field } from './fields.ts';
import { coloursOf } from './fitting.ts';
import { isImageAddress } from './images.ts';
import { spaceOf, withSpace } from './padding.ts';
import { hasClass, headWithScreens, SCREENS, screenOf, withScreen } from './shown-on.ts';
import { codeOf, type Node, update, withAttributes } from './tree.ts';

const SWATCHES = [
  '#ffffff',
  '#f4f6f9',
  '#d0d5dd',
  '#5b6472',
  '#1a212b',
  '#1f5fc4',
  '#15803d',
  '#b91c1c',
  '#c2410c',
];

interface PartFieldsProps {
  readonly store: DesignStore;
  /** The head of the design, which has default attributes. */
  readonly head: string;
  readonly node: Node;
  readonly chooseImage: (key: number) => void;
}

const fieldsOf = (node: Node, head: string): readonly Field[] =>
  node.tag === 'mj-text' && hasClass(node, head, CODE_CLASS) ? CODE_FIELDS : (FIELDS[node.tag] ?? []);

export function PartFields(props: PartFieldsProps) {
  return fieldsOf(props.node, props.head).map((field) => (
    <PartField key={'name' in field ? field.name : field.kind} {...props} field={field} />
  ));
}

interface FieldProps extends PartFieldsProps {
  /** Attributes that hold for a part without its own. */
  readonly presets: Readonly<Record<string, string | undefined>>;
  readonly change: (step: string, next: (node: Node) => Node) => void;
  readonly set: (name: string, value: string) => void;
}

function PartField({ field, ...props }: PartFieldsProps & { field: Field }) {
  const { editor: texts } = useTexts();
  const { store, head, node, chooseImage } = props;
  const change = (step: string, next: (node: Node) => Node): void =>
    store.change({ body: update(store.get().body, node.key, next) }, `${step} ${node.key}`);
  const edited: FieldProps = {
    ...props,
    presets: defaultAttributes(head, node.tag, node.attributes['mj-class']),
    change,
    set: (name, value) => change(name, (one) => withAttributes(one, { [name]: value })),
  };
  switch (field.kind) {
    case 'image':
      return (
        <Button variant="default" onClick={() => chooseImage(node.key)}>
          {isImageAddress(node.attributes['src']) ? texts.replaceImage : texts.chooseImage}
        </Button>
      );
    case 'space':
      return <SpaceFields {...edited} />;
    case 'shown':
      return <ShownField {...edited} />;
    case 'content':
      return (
        <Textarea
          label={texts.fields['content']}
          autosize
          value={codeOf(node)}
          onChange={({ currentTarget: { value } }) =>
            hasMjml(value) || change('content', (one) => ({ ...one, inside: value }))
          }
        />
      );
    case 'code':
      return <CodeField key={node.key} {...edited} />;
    case 'font':
      return <FontField {...edited} name={field.name} />;
    case 'colour':
      return <ColourField {...edited} name={field.name} />;
    case 'pixels':
      return <PixelField {...edited} name={field.name} max={field.max} />;
    case 'align':
      return <AlignField {...edited} name={field.name} />;
    case 'words':
      return <WordsField {...edited} name={field.name} hint={texts.altHint} />;
    default:
      return <WordsField {...edited} name={field.name} />;
  }
}

const pixelsIn = (value: string): number | '' => {
  const found = /^(-?\d+(?:\.\d+)?)px$|^0$/.exec(value);
  return found ? Number(found[1] ?? 0) : '';
};

/** A field shows the value that applies. The part's own value can be reset. */
function WithReset({
  isOwn,
  label,
  reset,
  children,
}: {
  isOwn: boolean;
  label: string;
  reset: () => void;
  children: ReactNode;
}) {
  const { editor: texts } = useTexts();
  return (
    <div>
      {children}
      {isOwn && (
        <Button size="compact-xs" variant="subtle" aria-label={texts.resetOf(label)} onClick={reset}>
          {texts.reset}
        </Button>
      )}
    </div>
  );
}

type NamedFieldProps = FieldProps & { readonly name: string };

function useNamed({ node, presets, set, name }: NamedFieldProps) {
  const { editor: texts } = useTexts();
  const own = node.attributes[name] ?? '';
  const preset = presets[name] ?? '';
  const label = texts.fields[name] ?? name;
  return {
    texts,
    label,
    value: own === '' ? preset : own,
    reset: { isOwn: own !== '' && preset !== '' && own !== preset, label, reset: () => set(name, '') },
  };
}

function ColourField(props: NamedFieldProps) {
  const { label, value, reset, texts } = useNamed(props);
  const { colours } = useBrand();
  return (
    <WithReset {...reset}>
      <ColorInput
        label={label}
        value={value}
        placeholder={texts.noColour}
        swatches={[...new Set([...colours, ...coloursOf(props.store.mjml()), ...SWATCHES])].slice(0, 18)}
        withEyeDropper={false}
        onChange={(next) => next !== value && props.set(props.name, next)}
      />
    </WithReset>
  );
}

function PixelField({ max, ...props }: NamedFieldProps & { max: number }) {
  const { label, value: written, reset, texts } = useNamed(props);
  const value = written === '' && props.name === 'border-radius' ? '0px' : written;
  return (
    <WithReset {...reset}>
      <NumberInput
        label={label}
        value={pixelsIn(value)}
        // A share of the width, or as high as the text.
        placeholder={/%$|^\d+(?:\.\d+)?$/.test(value) ? value : texts.automatic}
        suffix=" px"
        min={0}
        max={max}
        allowDecimal={false}
        onChange={(next) => next !== pixelsIn(value) && props.set(props.name, next === '' ? '' : `${next}px`)}
      />
    </WithReset>
  );
}

function AlignField(props: NamedFieldProps) {
  const { label, value, texts } = useNamed(props);
  return (
    <div>
      <span aria-hidden="true" className={styles.label}>
        {label}
      </span>
      <SegmentedControl
        fullWidth
        aria-label={label}
        data={Object.entries(texts.align).map(([side, text]) => ({ value: side, label: text }))}
        value={value || (props.node.tag === 'mj-text' ? 'left' : 'center')}
        onChange={(next) => props.set(props.name, next)}
      />
    </div>
  );
}

/** The first font of a list. */
const firstFont = (family: string): string =>
  (family.split(',')[0] ?? '').trim().replaceAll(/^["']|["']$/g, '');

function FontField(props: NamedFieldProps) {
  const { label, value, reset } = useNamed(props);
  const known = fontsFor(useBrand()).map(([name, family]) => ({ value: family, label: name }));
  const isKnown = known.some((one) => one.value === value);
  const other = value === '' || isKnown ? [] : [{ value, label: firstFont(value) }];
  return (
    <WithReset {...reset}>
      <Select
        label={label}
        data={[...other, ...known]}
        value={value === '' ? null : value}
        allowDeselect={false}
        onChange={(next) => props.set(props.name, next ?? '')}
      />
    </WithReset>
  );
}

function WordsField({ hint, ...props }: NamedFieldProps & { hint?: string }) {
  const { label, value } = useNamed(props);
  return (
    <TextInput
      label={label}
      description={hint}
      value={value}
      onChange={(event) => props.set(props.name, event.currentTarget.value)}
    />
  );
}

/** Unfinished code is stored when the field loses the focus. */
function CodeField({ node, change }: FieldProps) {
  const { editor: texts } = useTexts();
  const [code, setCode] = useState(codeOf(node));
  const [known, setKnown] = useState(node.inside);
  if (known !== node.inside) {
    setKnown(node.inside);
    setCode(codeOf(node));
  }
  const take = (next: string): void => {
    if (hasMjml(next) || next === node.inside) return;
    setKnown(next);
    change('code', (one) => ({ ...one, inside: next }));
  };
  return (
    <Textarea
      label={texts.fields['code']}
      description={texts.codeHint}
      error={hasMjml(code) && texts.noMjml}
      autosize
      minRows={6}
      maxRows={20}
      spellCheck={false}
      styles={{ input: { fontFamily: 'ui-monospace, monospace', fontSize: '0.8rem' } }}
      value={code}
      onChange={({ currentTarget: { value } }) => {
        setCode(value);
        if (isWhole(value)) take(value);
      }}
      onBlur={() => take(code)}
    />
  );
}

function ShownField({ store, node, head }: FieldProps) {
  const { editor: texts } = useTexts();
  const label = useId();
  return (
    <div>
      <span id={label} className={styles.label}>
        {texts.shownOn}
      </span>
      <SegmentedControl
        fullWidth
        aria-labelledby={label}
        data={SCREENS.map((value) => ({ value, label: texts.screens[value] }))}
        value={screenOf(node, head)}
        onChange={(next) => {
          const body = update(store.get().body, node.key, (one) => withScreen(one, head, next));
          store.change({ body, head: headWithScreens(head) });
        }}
      />
    </div>
  );
}

const SPACES = [
  ['above', ['top']],
  ['below', ['bottom']],
  ['beside', ['left', 'right']],
] as const;

function SpaceFields({ node, presets, change }: FieldProps) {
  const { editor: texts } = useTexts();
  const own = spaceOf(node.attributes);
  const preset = spaceOf(presets);
  return (
    <>
      {SPACES.map(([name, sides]) => {
        const value = own[sides[0]] ?? preset[sides[0]] ?? 0;
        return (
          <NumberInput
            key={name}
            label={texts[name]}
            value={value}
            suffix=" px"
            min={0}
            max={200}
            allowDecimal={false}
            onChange={(next) => {
              if (next !== '' && next !== value)
                change(name, (one) => withAttributes(one, withSpace(sides, Number(next))));
            }}
          />
        );
      })}
    </>
  );
}
