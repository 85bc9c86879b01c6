import { z } from 'zod'
import type { SandboxCall } from './card-sandbox.ts'
import { type ListFilter, listPage, pageInput } from './list-page.ts'
import { type ObjectType, getObject } from './object-store.ts'
import { type Input, readInput } from './read-input.ts'
import type { SandboxObjects } from './sandbox-objects.ts'

export interface SandboxRoute {
  method: 'GET' | 'POST' | 'DELETE'
  /** /v1/customers/:id */
  path: string
  handle: (call: SandboxCall) => Promise<object>
}

/** A route that takes the parameters of `shape` and no others. */
export function defineRoute<Shape extends z.ZodRawShape>(
  method: SandboxRoute['method'],
  path: string,
  shape: Shape,
  handle: (call: SandboxCall, request: Input<Shape>) => Promise<object>,
): SandboxRoute {
  return { method, path, handle: async (call) => handle(call, readInput(call.input, shape)) }
}

/** The route that returns one object by its id. */
export function readRoute(path: string, type: ObjectType): SandboxRoute {
  return defineRoute('GET', `${path}/:id`, {}, (call) => getObject(call, type, call.id))
}

/** The route that lists objects. `filter` checks the parameters and says which objects they select. */
export function listRoute<Type extends ObjectType, Shape extends z.ZodRawShape>(
  path: string,
  type: Type,
  shape: Shape,
  filter: (request: Input<Shape>, call: SandboxCall) => MaybePromise<ListFilter<SandboxObjects[Type]>>,
): SandboxRoute {
  const handle = async (call: SandboxCall) => {
    const request = readInput(call.input, { ...pageInput, ...shape })
    const page = request as Input<typeof pageInput>
    return listPage(call, type, { ...page, url: path, ...(await filter(request as Input<Shape>, call)) })
  }
  return { method: 'GET', path, handle }
}

type MaybePromise<Value> = Value | Promise<Value>
