import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CheckCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { call, messageOf } from '../../../web/api-client.ts'
import { HelpHint } from '../../../web/help-hint.tsx'
import { BackLink } from '../../../web/layout/back-link.tsx'
import { Page } from '../../../web/layout/page.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { Switch } from '../../../web/ui/fields/switch.tsx'
import { ListContent } from '../../../web/ui/list-content.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { ShowMore } from '../../../web/ui/show-more.tsx'
import { Skeletons } from '../../../web/ui/skeleton.tsx'
import { showError } from '../../../web/ui/toast.ts'
import { useFocusIfLost } from '../../../web/use-focus-if-lost.ts'
import { useMay } from '../../auth/web/session.ts'
import type { Transaction } from '../../transactions/contract.ts'
import { setMatchingSettings } from '../contract.ts'
import { AcceptedMatches } from './accepted-matches.tsx'
import { MatchCard } from './match-card.tsx'
import { MatchDialog } from './match-dialog.tsx'
import { waitingText } from './match-text.ts'
import { matchSummaryQuery } from './matching-api.ts'
import { useReviewKeys } from './use-review-keys.ts'
import { useReview } from './use-review.ts'

/** What bank transactions probably belong to, to be decided one after the other. */
export function TransactionReviewPage() {
  const review = useReview()
  const { list, matches, current } = review
  const summary = useQuery(matchSummaryQuery)
  const mayWrite = useMay('money.write')
  const [hasKeys, setHasKeys] = useState(false)
  const [shown, setShown] = useState<Transaction | null>(null)

  const section = useRef<HTMLElement>(null)
  // The keys work as long as the focus is in the list: when the page opens, and after the last match.
  const hasMatches = matches.length > 0
  useEffect(() => {
    if (!hasMatches || !document.activeElement?.matches('body, h1')) return
    section.current?.querySelector<HTMLElement>('[data-match]')?.focus({ preventScroll: true })
  }, [hasMatches])
  useFocusIfLost(section)
  useReviewKeys(section, {
    onFocus: review.choose,
    onKey(key) {
      if (!mayWrite) return
      setHasKeys(true)
      if (key === 'next') review.move(1)
      else if (key === 'previous') review.move(-1)
      else if (key === 'undo') review.undoLast()
      else if (current) review.decide(current, key)
    },
  })

  return (
    <Page>
      <PageHeader
        above={<BackLink to="/transactions">Transactions</BackLink>}
        title="Review matches"
        help={<HelpHint topic="matching" />}
        description="What your bank transactions probably belong to. Nothing on this list is recorded until you accept it."
      />
      <section
        ref={section}
        aria-label="Matches to review"
        // Focusable, so that the keys work even when the last match is decided.
        tabIndex={-1}
        className="flex flex-col gap-3"
      >
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <p aria-live="polite" className="text-sm text-muted">
            {summary.data && waitingText(summary.data.suggested)}
          </p>
          {mayWrite && hasMatches && <KeyHints />}
        </div>
        <ListContent
          list={list}
          failure={{ title: 'The matches could not be loaded', text: 'Nothing was changed.' }}
          isEmpty={list.isSuccess && !hasMatches}
          empty={
            <EmptyState
              icon={CheckCheck}
              level={2}
              title="Nothing to review"
              text="When a bank transaction probably belongs to an invoice, an expense or a receipt, it shows here."
            />
          }
        >
          {list.isPending ? (
            <Card className="p-4">
              <Skeletons sizes={['h-20', 'h-20', 'h-20']} className="gap-3" />
            </Card>
          ) : (
            <ul className="flex flex-col gap-3">
              {matches.map((match) => (
                <li key={match.id}>
                  <MatchCard
                    match={match}
                    isCurrent={match.id === current?.id}
                    takesFocus={hasKeys}
                    busyWith={review.busyWith?.match.id === match.id ? review.busyWith.decision : null}
                    onDecide={(decision) => review.decide(match, decision)}
                    onFindAnother={() => setShown(match.transaction)}
                  />
                </li>
              ))}
            </ul>
          )}
        </ListContent>
        <ShowMore list={list} />
      </section>
      {mayWrite && <Settings acceptsCertain={summary.data?.acceptsCertain} />}
      <AcceptedMatches />
      <MatchDialog transaction={shown} onClose={() => setShown(null)} />
    </Page>
  )
}

const keys = [
  ['A', 'accept'],
  ['X', 'not a match'],
  ['J / K', 'next / previous'],
  ['U', 'undo'],
] as const

function KeyHints() {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted max-sm:hidden">
      {keys.map(([key, meaning]) => (
        <span key={key}>
          <kbd className="rounded border border-border-strong/60 px-1.5 py-0.5 font-sans text-xs">{key}</kbd>{' '}
          {meaning}
        </span>
      ))}
    </p>
  )
}

function Settings({ acceptsCertain }: { acceptsCertain: boolean | undefined }) {
  const client = useQueryClient()
  const saving = useMutation({
    mutationFn: (value: boolean) => call(setMatchingSettings, { body: { acceptsCertain: value } }),
    onSettled: () => client.invalidateQueries({ queryKey: matchSummaryQuery.queryKey }),
    onError: (error) => showError('The setting was not saved', messageOf(error, 'Please try again.')),
  })
  if (acceptsCertain === undefined) return null
  return (
    <Card className="px-4 py-2 sm:px-6">
      <Switch
        label="Match without asking when it is certain"
        description="For example, if the amount is the same and the text names the invoice. You can undo each of these below."
        checked={saving.isPending ? saving.variables : acceptsCertain}
        onCheckedChange={(value) => saving.mutate(value)}
      />
    </Card>
  )
}
