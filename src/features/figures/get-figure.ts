import type { Identity } from '../../platform/http/api.ts'
import type { ParamsOf, QueryOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import type { Figure, getFigure } from './contract.ts'
import type { FigureDeps } from './figure-deps.ts'

export async function readFigure(
  _deps: Pick<FigureDeps, 'database' | 'now'>,
  _identity: Identity,
  _figure: ParamsOf<typeof getFigure>['figure'],
  _query: QueryOf<typeof getFigure>,
): Promise<Figure> {
  throw new AppError('NOT_FOUND', 'not yet')
}
