import type { z } from 'zod'

/**
 * For a check that concerns several fields: it runs if these fields are valid, whether or not others are. A field is named
 * by its path, such as "client.taxTreatment".
 */
export function whenValid(...fields: readonly string[]) {
  const isOneOf = (path: readonly PropertyKey[] = []) =>
    fields.some((field) =>
      field.split('.').every((key, index) => index >= path.length || path[index] === key),
    )
  return {
    when: ({ issues }: z.core.ParsePayload) => !issues.some(({ path }) => isOneOf(path)),
  }
}
