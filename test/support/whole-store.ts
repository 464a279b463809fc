import mongoose from 'mongoose';

/** Every document of the store: its bytes in hexadecimal, by the name of its collection and its id. */
export async function wholeStore(): Promise<Map<string, string>> {
  const db = mongoose.connection.db!;
  const found = new Map<string, string>();
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    for await (const document of db.collection(name).find()) {
      const bytes = mongoose.mongo.BSON.serialize(document);
      found.set(`${name} ${JSON.stringify(document._id)}`, Buffer.from(bytes).toString('hex'));
    }
  }
  return found;
}

/** Removes what the store itself removes by a time, as its own clock can not be set. */
export async function expire(at: Date): Promise<void> {
  const db = mongoose.connection.db!;
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    for (const { key, expireAfterSeconds } of await db.collection(name).indexes()) {
      if (expireAfterSeconds === undefined) continue;
      const before = new Date(at.getTime() - expireAfterSeconds * 1000);
      await db.collection(name).deleteMany({ [Object.keys(key)[0]!]: { $lt: before } });
    }
  }
}
