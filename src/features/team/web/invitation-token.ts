import { tabStorage } from '../../../web/tab-storage.ts'

const key = 'invitation'

/** Keeps the secret of an invitation while the person signs in on another page. */
export function keepInvitation(token: string): void {
  tabStorage()?.setItem(key, token)
}

export function forgetInvitation(): void {
  tabStorage()?.removeItem(key)
}

/** Returns the secret in the fragment of the link, else the one that was kept. */
export function readInvitationToken(fragment: string): string | null {
  return new URLSearchParams(fragment.replace(/^#/, '')).get('token') ?? tabStorage()?.getItem(key) ?? null
}
