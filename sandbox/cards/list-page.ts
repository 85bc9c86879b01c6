import { z } from 'zod'
import type { ObjectType, StoreScope } from './object-store.ts'
import { type Input, integer } from './read-input.ts'
import { invalidRequest, noSuch } from './sandbox-error.ts'
import type { SandboxObjects } from './sandbox-objects.ts'

/** The parameters of every list. */
export const pageInput = {
  limit: integer.optional(),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
}

/** A range of creation times, in seconds since 1970. */
export const createdInput = z.strictObject({ gte: integer.optional(), lte: integer.optional() })

export interface ListFilter<Body> {
  parent?: string | undefined
  created?: z.output<typeof createdInput> | undefined
  /** Required values of fields; undefined ones are ignored. */
  matching?: { [Name in keyof Body]?: Body[Name] | undefined }
  /** A field with its allowed values. */
  oneOf?: { field: string & keyof Body; values: string[] } | undefined
}

/** `url` is the path of the list. */
type ListOptions<Body> = ListFilter<Body> & Input<typeof pageInput> & { url: string }

interface Page<Body> {
  object: 'list'
  url: string
  has_more: boolean
  data: Body[]
}

/** Returns a page of a list, newest first, that starts after or ends before an object. */
export async function listPage<Type extends ObjectType>(
  { tx, account }: StoreScope,
  type: Type,
  options: ListOptions<SandboxObjects[Type]>,
): Promise<Page<SandboxObjects[Type]>> {
  const { limit = 10, starting_after: after, ending_before: before, matching = {}, oneOf, created } = options
  if (limit < 1 || limit > 100) {
    const bound = limit < 1 ? 'greater than or equal to 1' : 'less than or equal to 100'
    throw invalidRequest(`This value must be ${bound} (it currently is '${limit}').`, { param: 'limit' })
  }
  if (after !== undefined && before !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: starting_after, ending_before.')
  }
  const cursor = after ?? before
  const position = cursor === undefined ? null : await positionOf({ tx, account }, type, cursor)
  if (position === undefined) {
    throw noSuch(type, cursor ?? '', after === undefined ? 'ending_before' : 'starting_after')
  }
  const { rows } = await tx.client.query<{ body: SandboxObjects[Type] }>(
    `select body from card_sandbox.objects
     where account = $1 and type = $2 and ($3::text is null or parent = $3) and body @> $4
       and ($5::text is null or body ->> $5 = any($6))
       and ($9::float8 is null or created_at >= to_timestamp($9)) and ($10::float8 is null or created_at <= to_timestamp($10))
       and ($7::bigint is null or place ${before === undefined ? '<' : '>'} $7)
     order by place ${before === undefined ? 'desc' : 'asc'} limit $8`,
    [
      account,
      type,
      options.parent ?? null,
      matching,
      oneOf?.field ?? null,
      oneOf?.values ?? [],
      position,
      limit + 1,
      created?.gte ?? null,
      created?.lte ?? null,
    ],
  )
  const data = rows.slice(0, limit).map(({ body }) => body)
  return {
    object: 'list',
    url: options.url,
    has_more: rows.length > limit,
    data: before === undefined ? data : data.toReversed(),
  }
}

async function positionOf(
  { tx, account }: StoreScope,
  type: string,
  id: string,
): Promise<string | undefined> {
  const { rows } = await tx.client.query<{ position: string }>(
    'select place as position from card_sandbox.objects where account = $1 and type = $2 and id = $3',
    [account, type, id],
  )
  return rows[0]?.position
}
