import { Schema } from 'mongoose';

/**
 * A collection of MongoDB, to which a model adds its indexes. It has no fields. All documents are written and read by
 * MongoDB's driver (`rows` in `common/mongo/connection.ts`), which is 2 to 8 times cheaper than mongoose and looks at no
 * schema: `required`, `enum` and `default` would guard nothing. What guards a document is its TypeScript type:
 *
 * - The interface in the model's file is the only list of the fields. A new field is added there.
 * - Where a document is made in several places, a `new…` function beside the interface makes it whole. Code and tests make
 *   their documents by it.
 * - The compiler checks each field that is inserted, and the known fields of an update. It lets a field that is misspelt in
 *   an update pass.
 * - Inputs from outside are checked where they come in (`api/resources`, `worker/import`).
 *
 * mongoose keeps the connection and makes the indexes. A write through a model throws, as no field is in its schema.
 */
export const collection = <Document extends object>(name: string): Schema<Document> =>
  new Schema<Document>({}, { collection: name, versionKey: false, strict: 'throw' });
