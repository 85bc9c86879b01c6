import { useQueryClient } from '@tanstack/react-query'
import type { FieldValues } from 'react-hook-form'
import type { DraftedForm } from '../../../web/forms/use-drafted-form.ts'
import { nullIfNotFound } from '../../../web/null-if-not-found.ts'
import { showSuccess } from '../../../web/ui/toast.ts'
import type { Schedule, ScheduleKind } from './schedule-kind.ts'

/** Returns a function that sends the change of a schedule and shows the result. */
export function useSaveSchedule<S extends Schedule, V extends FieldValues>(
  kind: ScheduleKind<S>,
  handle: DraftedForm<V>,
) {
  const client = useQueryClient()
  return async function saveSchedule<Saved extends S>(
    id: string,
    send: (version: number) => Promise<Saved>,
    valuesOf: (saved: Saved) => V,
  ): Promise<void> {
    const queryKey = kind.queryKey(id)
    const saved = await send(handle.startTry().version ?? 0).catch(nullIfNotFound)
    if (saved === null) {
      // Ended elsewhere: the page shows that after the query is reset.
      handle.finish()
      void kind.refresh(client)
      await client.resetQueries({ queryKey })
      return
    }
    handle.adopt(valuesOf(saved), saved.version)
    client.setQueryData(queryKey, saved)
    void kind.refresh(client)
    const { saved: text, savedAsLast } = kind.texts
    showSuccess(`${kind.title} Saved`, saved.state === 'over' ? savedAsLast : text)
  }
}
