import type { QueryClient } from '@tanstack/react-query'
import type { Topic } from '../rules.ts'
import { editedKeys, shownKeys } from './topic-keys.ts'

const pauseMs = 200

/** Reloads data in batches: however fast changes arrive, each batch finishes before the next one starts. */
export function createRefresher(client: Pick<QueryClient, 'invalidateQueries'>, isEditing: () => boolean) {
  const due = new Set<Topic>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isBusy = false

  async function refresh() {
    timer = undefined
    isBusy = true
    const topics = [...due]
    due.clear()
    // While the user is editing, the data is only marked as stale. It reloads when it is shown the next time.
    const edited = { refetchType: isEditing() ? 'none' : 'active' } as const
    await Promise.all([
      ...shownKeys(topics).map((queryKey) => client.invalidateQueries({ queryKey })),
      ...editedKeys(topics).map((queryKey) => client.invalidateQueries({ queryKey, ...edited })),
    ])
    isBusy = false
    if (due.size > 0) schedule()
  }

  function schedule(afterMs = pauseMs) {
    if (!timer && !isBusy) timer = setTimeout(() => void refresh(), afterMs)
  }

  return {
    refresh(topics: readonly Topic[], afterMs = pauseMs) {
      for (const topic of topics) due.add(topic)
      if (due.size > 0) schedule(afterMs)
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
      due.clear()
    },
  }
}
