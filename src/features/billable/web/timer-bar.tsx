import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Play, Square } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call, messageOf } from '../../../web/api-client.ts'
import { newRequestId } from '../../../web/forms/request-id.ts'
import { Button } from '../../../web/ui/button.tsx'
import { showError } from '../../../web/ui/toast.ts'
import { useHomeCurrency } from '../../auth/web/session.ts'
import { type TimeEntry, startTimer, stopTimer } from '../contract.ts'
import { clockText, secondsSince } from '../rules.ts'
import { refreshTime, timerQuery } from './time-api.ts'
import type { TimeDefaults } from './time-form-values.ts'

interface TimerBarProps {
  clientId: string
  /** Null while the last rate is being loaded. */
  defaults: TimeDefaults | null
  /** Called with the time of a timer that was stopped, to be described. */
  onStopped: (entry: TimeEntry) => void
}

/** Starts a timer with one press; the running one shows its time and where it belongs. */
export function TimerBar({ clientId, defaults, onStopped }: TimerBarProps) {
  const queries = useQueryClient()
  const { data } = useQuery(timerQuery)
  const home = useHomeCurrency()
  const timer = data?.timer ?? null
  const onError = (error: unknown) => {
    showError('The timer was not changed', messageOf(error, 'Please try again.'))
    void refreshTime(queries)
  }
  const starting = useMutation({
    mutationFn: () => {
      const { rateMinor, currency } = defaults ?? { rateMinor: null, currency: home }
      const requestId = newRequestId()
      return call(startTimer, {
        body: { clientId, description: '', rateMinor: rateMinor ?? 0, currency, requestId },
      })
    },
    onSuccess: (started) => queries.setQueryData(timerQuery.queryKey, { timer: started }),
    onError,
  })
  const stopping = useMutation({
    mutationFn: (id: string) => call(stopTimer, { params: { id } }),
    onSuccess: async (stopped) => {
      queries.setQueryData(timerQuery.queryKey, { timer: null })
      await refreshTime(queries)
      if (stopped.clientId === clientId) onStopped(stopped)
    },
    onError,
  })

  if (!timer) {
    return (
      <Button
        variant="secondary"
        busy={starting.isPending}
        busyLabel="Starting..."
        disabled={data === undefined || defaults === null}
        onClick={() => starting.mutate()}
      >
        <Play aria-hidden />
        Start timer
      </Button>
    )
  }
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-3">
      <p className="min-w-0 text-sm text-foreground">
        <RunningTime startedAt={timer.startedAt} />
        {timer.clientId !== clientId && (
          <span className="ml-2 text-muted">
            for <bdi>{timer.clientName}</bdi>
          </span>
        )}
      </p>
      <Button
        variant="secondary"
        busy={stopping.isPending}
        busyLabel="Stopping..."
        onClick={() => stopping.mutate(timer.id)}
      >
        <Square aria-hidden />
        Stop timer
      </Button>
    </div>
  )
}

function RunningTime({ startedAt }: { startedAt: string | null }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const interval = setInterval(() => setNow(new Date()), 1000)
    return () => clearInterval(interval)
  }, [])
  const seconds = startedAt === null ? 0 : secondsSince(new Date(startedAt), now)
  const text = clockText(seconds)
  return (
    <span role="timer" aria-label="Running time" className="font-semibold tabular-nums">
      {text.split(':').length === 2 ? `${text}:00` : text}
    </span>
  )
}
