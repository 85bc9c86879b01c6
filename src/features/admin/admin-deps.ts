import type { CardProvider } from '../../platform/cards/card-provider.ts'
import type { AuthDeps } from '../auth/auth-deps.ts'

export interface AdminDeps extends AuthDeps {
  cards: Pick<CardProvider, 'isLive'>
  now: () => Date
}
