import { removeLogo, saveBrand } from '../../../common/accounts/brands.ts';
import { LOGO_BYTES, LOGO_PIXELS, readImage } from '../../services/domain/logo-image.ts';
import { type OverviewTexts, overviewTexts } from '../texts/language.ts';
import { actOn } from './activity.ts';
import { MAX_NAME } from './details.ts';
import type { Problems } from './fields.ts';
import { type AccountParts, leadTo } from './forms.ts';
import { showOverview } from './overview.ts';

type BrandTexts = OverviewTexts['brand'];

const tooLarge = (texts: BrandTexts): Problems => ({ logo: texts.tooLarge(LOGO_BYTES / 1000) });

export function brandForms({ router, forms, service }: AccountParts): void {
  router.post(
    '/account/brand',
    forms.upload(
      LOGO_BYTES,
      async (ctx, visitor, form, fileOf) => {
        const { brand: texts, details } = overviewTexts(ctx);
        const name = form('brand_name').trim();
        const file = fileOf('logo');
        const image = file && readImage(file);
        const problems = {
          ...(name.length > MAX_NAME && { brand_name: details.longName(MAX_NAME) }),
          ...(file && logoProblem(file, image, texts)),
        };
        if (Object.keys(problems).length > 0) {
          return showOverview(ctx, visitor, service, { problems, typed: { brand_name: name } });
        }
        const { _id: userId } = visitor.account;
        await actOn(ctx, 'brand_changed', { userId }, () => saveBrand(userId, name, image));
        leadTo(ctx, '/account?done=brand');
      },
      (ctx, visitor) => showOverview(ctx, visitor, service, { problems: tooLarge(overviewTexts(ctx).brand) }),
    ),
  );

  router.post(
    '/account/brand/remove-logo',
    forms.form(async (ctx, { account: { _id: userId } }) => {
      await actOn(ctx, 'brand_changed', { userId }, () => removeLogo(userId));
      leadTo(ctx, '/account?done=brand');
    }),
  );
}

function logoProblem(file: Buffer, image: ReturnType<typeof readImage>, texts: BrandTexts): Problems {
  if (file.length > LOGO_BYTES) return tooLarge(texts);
  if (!image) return { logo: texts.noImage };
  return image.width > LOGO_PIXELS || image.height > LOGO_PIXELS
    ? { logo: texts.tooWide(LOGO_PIXELS, image.width, image.height) }
    : {};
}
