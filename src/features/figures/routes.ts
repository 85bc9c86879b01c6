import type { Api } from '../../platform/http/api.ts'
import * as contract from './contract.ts'
import type { FigureDeps } from './figure-deps.ts'
import { getFigure } from './get-figure.ts'

export function registerFigureRoutes(api: Api, deps: FigureDeps): void {
  api.register(contract.getFigure, ({ identity, params, query }) =>
    getFigure(deps, identity, params.figure, query),
  )
}
