import type Router from '@koa/router';
import { removeLogo, saveBrand } from '../../../common/accounts/brands.ts';
import { LOGO_BYTES, LOGO_PIXELS, readImage } from '../../domain/logo-image.ts';
import type { Service } from '../../http/endpoint.ts';
import { actOn } from './activity.ts';
import { MAX_NAME } from './details.ts';
import type { Problems } from './fields.ts';
import { type Forms, leadTo } from './forms.ts';
import { showOverview } from './overview.ts';

const TOO_LARGE: Problems = { logo: `A logo has at most ${LOGO_BYTES / 1000} kB.` };

/** The forms for the name and logo that an account's pages show to recipients. */
export function brandForms(router: Router, forms: Forms, service: Service): void {
  router.post(
    '/account/brand',
    forms.upload(
      LOGO_BYTES,
      async (ctx, visitor, form, fileOf) => {
        const name = form('brand_name').trim();
        const file = fileOf('logo');
        const image = file && readImage(file);
        const problems = {
          ...(name.length > MAX_NAME && { brand_name: `A name has at most ${MAX_NAME} characters.` }),
          ...(file && logoProblem(file, image)),
        };
        if (Object.keys(problems).length > 0) {
          return showOverview(ctx, visitor, service, { problems, typed: { brand_name: name } });
        }
        const { _id: userId } = visitor.account;
        await actOn(ctx, 'brand_changed', { userId }, () => saveBrand(userId, name, image));
        leadTo(ctx, '/account?done=brand');
      },
      (ctx, visitor) => showOverview(ctx, visitor, service, { problems: TOO_LARGE }),
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

function logoProblem(file: Buffer, image: ReturnType<typeof readImage>): Problems {
  if (file.length > LOGO_BYTES) return TOO_LARGE;
  if (!image) return { logo: 'This file is no PNG or JPEG image.' };
  return image.width > LOGO_PIXELS || image.height > LOGO_PIXELS
    ? {
        logo: `A logo is at most ${LOGO_PIXELS} pixels wide and high; this one is ${image.width} × ${image.height}.`,
      }
    : {};
}
