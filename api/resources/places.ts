import { type PlacesEncoding, placesEtag, placesJson } from '../../common/data/places.ts';
import { endpoints } from '../http/endpoint.ts';
import { nothing } from '../http/typed-input.ts';

const COMPRESSED = ['br', 'gzip'] as const satisfies readonly PlacesEncoding[];

/** RFC 9110, 13.1.2: the tags are compared weakly. */
const isFresh = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);

export const places = endpoints({
  placeList: {
    input: nothing,
    async run(_, _account, { header, acceptsEncoding }) {
      const encoding = COMPRESSED.find((one) => acceptsEncoding(one)) ?? 'identity';
      const etag = await placesEtag(encoding);
      const headers = {
        ETag: etag,
        Vary: 'Accept-Encoding',
        // 2 MB that change only with a release: clients revalidate them.
        'Cache-Control': 'private, no-cache',
      };
      if (isFresh(header('If-None-Match'), etag)) return { status: 304, headers, body: null };
      const coding = encoding === 'identity' ? {} : { 'Content-Encoding': encoding };
      return { headers: { ...headers, ...coding }, body: (await placesJson(encoding)).body };
    },
  },
});
