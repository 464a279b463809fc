type Type = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null';

/** The part of JSON Schema 2020-12 that our OpenAPI 3.1 document uses. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: Type | readonly Type[];
  readonly description?: string;
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly const?: string | number | boolean;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly contentMediaType?: string;
  readonly examples?: readonly unknown[];
  /** Shown in the example of a call although it is not required. */
  readonly 'x-shown'?: true;
}

export type SchemaRecords = Readonly<Record<string, JsonSchema>>;
