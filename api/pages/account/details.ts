import { isTimezone } from '../../../common/domain/times.ts';
import { overviewTexts } from '../texts/language.ts';
import { accountActs } from './account-acts.ts';
import { type AccountParts, leadTo } from './forms.ts';
import { showOverview } from './overview.ts';
import { askAboutSchedules } from './schedules-page.ts';

export const MAX_NAME = 255;

export function detailForm({ router, forms, service }: AccountParts): void {
  const { keys } = service;
  router.post(
    '/account/details',
    forms.form(async (ctx, visitor, form) => {
      const { details: texts } = overviewTexts(ctx);
      const [name, timezone] = [form('name').trim(), form('timezone')];
      const problems = {
        ...(name === '' && { name: texts.noName }),
        ...(name.length > MAX_NAME && { name: texts.longName(MAX_NAME) }),
        ...(!isTimezone(timezone) && { timezone: texts.noZone }),
      };
      if (Object.keys(problems).length > 0) {
        return showOverview(ctx, visitor, service, { problems, typed: { name } });
      }
      const { _id: userId, timezone: before } = visitor.account;
      const schedules = form('schedules');
      if (
        timezone !== before &&
        schedules === '' &&
        (await askAboutSchedules(ctx, visitor, { name, timezone }))
      )
        return;
      await accountActs.saveDetails(ctx, userId, { name, timezone, schedules }, keys);
      leadTo(ctx, '/account?done=details');
    }),
  );
}
