interface Entry<T> {
  at: number
  thing: T
}

/**
 * Returns a queue of when each thing is due, earliest first: a heap in which outdated entries are skipped.
 */
export function createWakes<T extends object>() {
  const heap: Entry<T>[] = []
  const current = new Map<T, number>()

  function push(entry: Entry<T>): void {
    let index = heap.push(entry) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (heap[parent]!.at <= entry.at) break
      heap[index] = heap[parent]!
      index = parent
    }
    heap[index] = entry
  }

  function pop(): void {
    const last = heap.pop()
    if (!last || heap.length === 0) return
    let index = 0
    for (;;) {
      let child = 2 * index + 1
      if (child + 1 < heap.length && heap[child + 1]!.at < heap[child]!.at) child += 1
      if (child >= heap.length || heap[child]!.at >= last.at) break
      heap[index] = heap[child]!
      index = child
    }
    heap[index] = last
  }

  function head(): Entry<T> | undefined {
    while (heap[0] && current.get(heap[0].thing) !== heap[0].at) pop()
    return heap[0]
  }

  return {
    set(thing: T, at: number | null): void {
      if (current.get(thing) === at) return
      if (at === null) current.delete(thing)
      else {
        current.set(thing, at)
        push({ at, thing })
      }
    },
    first: (): number => head()?.at ?? Infinity,
    /** Returns everything due up to this moment. The entries stay until they are set again. */
    until(moment: number): T[] {
      const found: Entry<T>[] = []
      for (let next = head(); next && next.at <= moment; next = head()) {
        if (!found.includes(next)) found.push(next)
        pop()
      }
      for (const entry of found) push(entry)
      return [...new Set(found.map(({ thing }) => thing))]
    },
  }
}
