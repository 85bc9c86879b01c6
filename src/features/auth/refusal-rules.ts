/** How Better Auth says that it refused somebody for being suspended. */
export const suspendedCode = 'suspended'

/** Why Google's way back ended at the login page, for whoever is shown it. */
export function googleRefusal(code: string): string {
  switch (code) {
    case suspendedCode:
      return 'This account is suspended. If you think that is a mistake, please write to us.'
    case 'account_not_linked':
      return 'There is an account with this address already. Please sign in with its password.'
    case 'access_denied':
      return 'Signing in with Google was canceled.'
    default:
      return 'Signing in with Google did not work. Please try again.'
  }
}
