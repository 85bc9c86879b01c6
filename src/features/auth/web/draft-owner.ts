import type { Session } from '../contract.ts'

/** Whose unsaved changes they are, in which business: part of the key under which a form keeps them. */
export function draftOwnerOf({ user, business }: Pick<Session, 'user' | 'business'>): string {
  return `${user.id}:${business.id}`
}
