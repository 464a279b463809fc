import { Button, ColorInput, NumberInput, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import type { Component } from 'grapesjs';
import { useTexts } from '../../texts/texts.ts';
import { defaultAttributes } from './default-values.ts';
import { FIELDS, type Field } from './fields.ts';
import { spaceOf, withSpace } from './padding.ts';

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

const attribute = (component: Component, name: string): string =>
  String(component.get('attributes')?.[name] ?? '');

const defaultsFor = (component: Component, head: string) =>
  defaultAttributes(head, String(component.get('tagName')), attribute(component, 'mj-class'));

/** An empty value means the default of the design. */
function set(component: Component, name: string, value: string): void {
  if (value === '') component.removeAttributes(name);
  else component.addAttributes({ [name]: value });
}

interface PartFieldsProps {
  /** The head of the design, which has default attributes. */
  readonly head: string;
  readonly component: Component;
  readonly chooseImage: (component: Component) => void;
}

export function PartFields({ head, component, chooseImage }: PartFieldsProps) {
  const fields = FIELDS[String(component.get('tagName'))] ?? [];
  return fields.map((field) => (
    <PartField
      key={'name' in field ? field.name : field.kind}
      field={field}
      head={head}
      component={component}
      chooseImage={chooseImage}
    />
  ));
}

function PartField({ field, head, component, chooseImage }: PartFieldsProps & { field: Field }) {
  const { editor: texts } = useTexts();
  if (field.kind === 'image')
    return (
      <Button variant="default" onClick={() => chooseImage(component)}>
        {texts.chooseImage}
      </Button>
    );
  if (field.kind === 'space') return <SpaceFields head={head} component={component} />;
  if (field.kind === 'content')
    return (
      <Textarea
        label={texts.fields['content']}
        autosize
        value={component.get('content') ?? ''}
        onChange={(event) => component.set('content', event.currentTarget.value)}
      />
    );
  const { name } = field;
  const label = texts.fields[name];
  const value = attribute(component, name);
  const preset = defaultsFor(component, head)[name] ?? '';
  switch (field.kind) {
    case 'colour':
      return (
        <ColorInput
          label={label}
          value={value}
          placeholder={texts.asDesign(preset)}
          swatches={SWATCHES}
          withEyeDropper={false}
          onChange={(next) => set(component, name, next)}
        />
      );
    case 'pixels':
      return (
        <NumberInput
          label={label}
          value={value.replace(/px$/, '')}
          placeholder={texts.asDesign(preset.replace(/(?<=\d)px$/, ' px'))}
          suffix=" px"
          min={0}
          max={field.max}
          allowDecimal={false}
          onChange={(next) => set(component, name, next === '' ? '' : `${next}px`)}
        />
      );
    case 'align':
      return (
        <div>
          <span aria-hidden="true">{label}</span>
          <SegmentedControl
            fullWidth
            aria-label={label ?? ''}
            data={Object.entries(texts.align).map(([side, text]) => ({ value: side, label: text }))}
            value={value || (component.get('tagName') === 'mj-text' ? 'left' : 'center')}
            onChange={(next) => set(component, name, next)}
          />
        </div>
      );
    default:
      return (
        <TextInput
          label={label}
          value={value}
          onChange={(event) => set(component, name, event.currentTarget.value)}
        />
      );
  }
}

const SPACES = [
  ['above', ['top']],
  ['below', ['bottom']],
  ['beside', ['left', 'right']],
] as const;

function SpaceFields({ head, component }: Pick<PartFieldsProps, 'head' | 'component'>) {
  const { editor: texts } = useTexts();
  const space = spaceOf(component.get('attributes') ?? {});
  const preset = spaceOf(defaultsFor(component, head));
  return SPACES.map(([name, sides]) => (
    <NumberInput
      key={name}
      label={texts[name]}
      value={space[sides[0]] ?? ''}
      placeholder={texts.asDesign(preset[sides[0]] === null ? '' : `${preset[sides[0]]} px`)}
      suffix=" px"
      min={0}
      max={200}
      allowDecimal={false}
      onChange={(next) => {
        if (next !== '') component.addAttributes(withSpace(sides, Number(next)));
      }}
    />
  ));
}
