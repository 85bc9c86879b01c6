import type { Api } from '../../platform/http/api.ts'
import type { BankingDeps } from './banking-deps.ts'

export function registerBankingRoutes(_api: Api, _deps: BankingDeps): void {}
