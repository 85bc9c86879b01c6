export interface Removal {
  what: string
  /** What changes for clients, which nothing does when the account was not in use. */
  effect?: string
  rest?: string
}

/** What happens when an account is removed. */
export function removalText({ what, effect, rest }: Removal, isInUse: boolean): string {
  const first = isInUse && effect ? `${what}, and ${effect}.` : `${what}.`
  return rest ? `${first} ${rest}` : first
}
