import { expect } from 'vitest'

interface Page {
  next: string | null
  previous: string | null
}

/**
 * Reads a list from its first page to its last and back, checks that the pages are the same both ways, and
 * returns them.
 */
export async function walkPages<P extends Page, Item>(
  read: (cursor: { after?: string; before?: string }) => Promise<P>,
  itemsOf: (page: P) => Item[],
): Promise<Item[][]> {
  let page = await read({})
  expect(page.previous).toBeNull()
  const forwards = [itemsOf(page)]
  while (page.next) {
    page = await read({ after: page.next })
    expect(page.previous).not.toBeNull()
    forwards.push(itemsOf(page))
  }
  const backwards = [itemsOf(page)]
  while (page.previous) {
    page = await read({ before: page.previous })
    expect(page.next).not.toBeNull()
    backwards.unshift(itemsOf(page))
  }
  expect(backwards).toEqual(forwards)
  return forwards
}
