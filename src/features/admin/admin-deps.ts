import type { CardProvider } from '../../platform/cards/card-provider.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Auth } from '../auth/better-auth.ts'

/** What the admin area's lists need. */
export interface AdminDeps extends Deps<'database' | 'jobs' | 'now' | 'appUrl' | 'mailFrom'> {
  auth: Auth
  cards: Pick<CardProvider, 'isLive'>
}
