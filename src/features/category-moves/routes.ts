import type { Deps } from '../../platform/deps.ts'
import type { Api } from '../../platform/http/api.ts'
import * as contract from '../categories/contract.ts'
import { changeCategory, mergeCategory } from './change-category.ts'
import { undoCategoryChange } from './undo-category-change.ts'

export function registerCategoryMoveRoutes(api: Api, deps: Deps<'database' | 'now'>): void {
  api.register(contract.changeCategory, ({ identity, params, body }) =>
    changeCategory(deps, identity, params, body),
  )
  api.register(contract.mergeCategory, ({ identity, params, body }) =>
    mergeCategory(deps, identity, params, body),
  )
  api.register(contract.undoCategoryChange, ({ identity, params }) =>
    undoCategoryChange(deps, identity, params.id),
  )
}
