import type { Context } from 'hono'
import type { Api, HttpEnv, Identity } from '../../platform/http/api.ts'
import type { Live } from '../../platform/live/live.ts'
import { AppError } from '../../shared/errors.ts'
import * as contract from './contract.ts'

export interface LiveDeps {
  live: Live
}

export function registerLiveRoutes(
  api: Api,
  _deps: LiveDeps,
  _who: (context: Context<HttpEnv>) => Promise<Identity | null>,
): void {
  api.register(contract.getLive, () => {
    throw new AppError('NOT_FOUND', 'not yet')
  })
}
