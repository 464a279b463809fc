import { Contact } from '../../../../common/models/contacts.ts';
import { Delivery } from '../../../../common/models/deliveries.ts';
import { at } from '../../../../common/store/collection.ts';
import { everywhere } from '../../../../common/store/everywhere.ts';
import { rows } from '../../../support/rows.ts';

/**
 * Checked by the compiler alone: each line below a `@ts-expect-error` must not compile, and each other line must. Nothing calls it.
 */
export const typed = [
  () => rows(Contact).findOne({ user_id: 1, 'written_by.line': { $gt: 3 }, 'custom_field.shoe_size': '43' }),
  // @ts-expect-error neither an account nor a question
  () => Contact.findOne({ _id: 1 }),
  () => Contact.of(7).findOne({ _id: 1 }),
  // @ts-expect-error a question that is not listed
  () => everywhere(Contact, 'all'),
  // @ts-expect-error a misspelt field in a filter
  () => rows(Contact).findOne({ usr_id: 1 }),
  // @ts-expect-error a misspelt nested field in a filter
  () => rows(Contact).find({ 'written_by.lin': 1 }),
  // @ts-expect-error a misspelt field in one of several filters
  () => rows(Delivery).find({ $or: [{ sate: 'pending' }] }),
  // @ts-expect-error a value that the field never has
  () => rows(Delivery).countDocuments({ state: 'lost' }),
  () => rows(Contact).updateOne({ _id: 1 }, { $set: { first_name: 'Ada', 'custom_field.shoe_size': '43' } }),
  // @ts-expect-error a misspelt field in $set
  () => rows(Contact).updateOne({ _id: 1 }, { $set: { first_nam: 'Ada' } }),
  // @ts-expect-error a nested value of another type
  () => rows(Contact).updateOne({ _id: 1 }, { $set: { 'written_by.line': 'first' } }),
  () => rows(Delivery).updateOne({ _id: 1 }, { $inc: { attempts: 1 } }),
  // @ts-expect-error $inc of a text
  () => rows(Contact).updateOne({ _id: 1 }, { $inc: { first_name: 1 } }),
  // @ts-expect-error a misspelt field in $unset
  () => rows(Delivery).updateOne({ _id: 1 }, { $unset: { dueat: 1 } }),
  // @ts-expect-error a misspelt field in $push
  () => rows(Delivery).updateOne({ _id: 1 }, { $push: { fetchs: 1 } }),
  // @ts-expect-error a misspelt field of a computed change
  () => rows(Delivery).updateOne({ _id: 1 }, [{ $set: { stat: '$state' } }]),
  // @ts-expect-error a misspelt field in a projection
  () => rows(Contact).find({}, { projection: { firstname: 1 } }),
  // @ts-expect-error a misspelt field in a sort key
  () => rows(Contact).find({}).sort({ updated: 1 }),
  // @ts-expect-error a misspelt path of distinct values
  () => rows(Delivery).distinct('mail'),
  () => rows(Contact).countDocuments({ ...at(`custom_field.${'shoe_size' as string}`, { $exists: true }) }),
];
