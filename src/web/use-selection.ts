import { useState } from 'react'

export interface Selection {
  isOn: boolean
  ids: ReadonlySet<string>
  start(): void
  stop(): void
  toggle(id: string): void
  choose(ids: Iterable<string>): void
}

export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null)
  return {
    isOn: ids !== null,
    ids: ids ?? new Set(),
    start: () => setIds(new Set()),
    stop: () => setIds(null),
    toggle: (id) =>
      setIds((before) => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    choose: (chosen) => setIds(new Set(chosen)),
  }
}
