export interface Removal {
  what: string
  /** What changes for clients, if the account was in use. */
  effect?: string
  rest?: string
}

export function removalText({ what, effect, rest }: Removal, isInUse: boolean): string {
  const first = isInUse && effect ? `${what}, and ${effect}.` : `${what}.`
  return rest ? `${first} ${rest}` : first
}
