/** Leads to the sign-in page, which leads back to this page. */
export function leadToSignIn(): void {
  location.assign(`/account/sign-in?return=${encodeURIComponent(location.pathname)}`);
}
