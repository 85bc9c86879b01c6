import { expect } from 'vitest'

/**
 * Tries until nothing is thrown any more, as long as `expect.poll` does: how soon something happens says nothing about
 * whether it does.
 */
export async function eventually<Value>(
  check: () => Value | Promise<Value>,
  options: { interval?: number } = {},
): Promise<Value> {
  let found: { value: Value } | undefined
  await expect.poll(async () => (found = { value: await check() }), options).toBeDefined()
  return found!.value
}
