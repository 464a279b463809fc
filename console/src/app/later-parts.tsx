/** Parts of the frame that load after the page (`later.ts`). */
export { AccountMenu } from './account-menu.tsx';
export { Palette } from './palette.tsx';
export { SideMenu } from './side-menu.tsx';
export { SignInAgain } from './sign-in-again.tsx';
export { SignOutDialog } from './sign-out.tsx';
