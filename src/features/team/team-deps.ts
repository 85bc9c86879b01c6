import type { Deps } from '../../platform/deps.ts'
import type { AuthDeps } from '../auth/auth-deps.ts'

export type TeamDeps = AuthDeps & Deps<'mailWaitsForVerification'>
