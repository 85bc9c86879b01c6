import type { QueryClient } from '@tanstack/react-query'
import type { Topic } from '../rules.ts'
import { editedKeys, shownKeys } from './topic-keys.ts'

const pauseMs = 200

/**
 * Asks anew for what is shown of these topics, one round after the other: however fast changes come, each round is
 * finished before the next begins.
 */
export function createRefresher(client: Pick<QueryClient, 'invalidateQueries'>, isEditing: () => boolean) {
  const due = new Set<Topic>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isBusy = false

  async function refresh() {
    timer = undefined
    isBusy = true
    const topics = [...due]
    due.clear()
    // Under somebody's hands it is only marked as old: they see it when they come back to it.
    const edited = { refetchType: isEditing() ? 'none' : 'active' } as const
    await Promise.all([
      ...shownKeys(topics).map((queryKey) => client.invalidateQueries({ queryKey })),
      ...editedKeys(topics).map((queryKey) => client.invalidateQueries({ queryKey, ...edited })),
    ])
    isBusy = false
    if (due.size > 0) begin()
  }

  function begin(afterMs = pauseMs) {
    if (!timer && !isBusy) timer = setTimeout(() => void refresh(), afterMs)
  }

  return {
    refresh(topics: readonly Topic[], afterMs = pauseMs) {
      for (const topic of topics) due.add(topic)
      if (due.size > 0) begin(afterMs)
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
      due.clear()
    },
  }
}
