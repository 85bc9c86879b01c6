import type { Deps } from '../../platform/deps.ts'
import type { Api } from '../../platform/http/api.ts'
import * as contract from './contract.ts'
import { getFigure } from './get-figure.ts'

export function registerFigureRoutes(api: Api, deps: Deps<'database' | 'now'>): void {
  api.register(contract.getFigure, ({ identity, params, query }) =>
    getFigure(deps, identity, params.figure, query),
  )
}
