import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { Card, CardDescription, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Segmented } from '../../../web/ui/fields/segmented.tsx'
import { ShowMore } from '../../../web/ui/show-more.tsx'
import type { MailSetup, OutboxMail } from '../contract.ts'
import { pollIntervalMs, outboxQuery } from './admin-mail-api.ts'
import { countText, stateLabels } from './mail-text.ts'
import { OutboxTable } from './outbox-table.tsx'
import { useFirstRows } from './use-first-rows.ts'

type State = OutboxMail['state'] | undefined

const filters: ReadonlyArray<{ value: State; label: string }> = [
  { value: undefined, label: 'All' },
  ...(['queued', 'held', 'failed', 'sent'] as const).map((value) => ({ value, label: stateLabels[value] })),
]

const emptyTitles = {
  all: 'No mail yet',
  queued: 'No mail is queued',
  held: 'No mail is waiting',
  failed: 'No mail has failed',
  sent: 'No mail was sent yet',
}

export function OutboxCard({ setup }: { setup: MailSetup | undefined }) {
  const counts = setup?.counts
  const [state, setState] = useState<State>()
  const list = useInfiniteQuery({
    ...outboxQuery(state),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      ((counts?.queued ?? 0) > 0 ||
        (data?.pages.some(({ mails }) => mails.some((mail) => mail.state === 'queued')) ?? false)) &&
      pollIntervalMs,
  })
  const { rows, more } = useFirstRows(list.data?.pages.flatMap(({ mails }) => mails) ?? [], list)
  return (
    <Card aria-labelledby="outbox">
      <CardHeader className="pb-4 sm:pb-6">
        <CardTitle id="outbox">Outbox</CardTitle>
        <CardDescription>
          Where each mail goes and what became of it, not what it says. {counts && countText(counts)}
          {setup?.transport.kind === 'mailbox' && ' Sent means written into the built-in mailbox.'}
        </CardDescription>
        <Segmented
          legend="State"
          value={state}
          options={filters}
          onValueChange={setState}
          className="mt-3 sm:w-fit"
        />
      </CardHeader>
      <OutboxTable
        mails={rows}
        loading={list.isPending}
        empty={
          <EmptyState
            icon={MailCheck}
            className="pt-4! pb-10!"
            title={emptyTitles[state ?? 'all']}
            text={
              state === 'held'
                ? 'Mail to clients waits here while its sender has confirmed no address, or is suspended.'
                : 'Every mail is kept here with its state.'
            }
          />
        }
        error={
          list.isError && !list.data ? (
            <ErrorState
              className="pt-4! pb-10!"
              title="The outbox could not be loaded"
              text="Mail goes out all the same. Check your connection and try again."
              query={list}
            />
          ) : undefined
        }
      />
      <div className="flex justify-center border-t border-border p-4 empty:hidden">
        <ShowMore list={more} />
      </div>
    </Card>
  )
}
