/** The error code with which the Better Auth hook refuses a suspended user. */
export const suspendedCode = 'suspended'

/** Explains on the login page why signing in with Google failed. */
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
