import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ResponseOf } from '../../../../shared/endpoint.ts'
import { call } from '../../../../web/api-client.ts'
import { Card, CardDescription, CardHeader, CardTitle } from '../../../../web/ui/card.tsx'
import { type Column, DataTable } from '../../../../web/ui/data-table.tsx'
import { EmptyState } from '../../../../web/ui/empty-state.tsx'
import { ErrorState } from '../../../../web/ui/error-state.tsx'
import { textLink } from '../../../../web/ui/text-link.ts'
import { listHelpVotes } from '../../contract.ts'
import { helpArticles } from '../../help-rules.ts'

type Votes = ResponseOf<typeof listHelpVotes>['articles'][number]

const columns: ReadonlyArray<Column<Votes>> = [
  {
    key: 'article',
    header: 'Article',
    primary: true,
    cell: ({ article }) => (
      <Link to={`/help/${article}`} className={textLink}>
        {helpArticles[article].title}
      </Link>
    ),
  },
  { key: 'no', header: 'No', numeric: true, cell: ({ notHelpful }) => notHelpful.toLocaleString('en-US') },
  { key: 'yes', header: 'Yes', numeric: true, cell: ({ helpful }) => helpful.toLocaleString('en-US') },
]

/** Shows the answers to "Was this helpful?", so that the operator sees which articles need work. */
export function HelpVotesCard() {
  const votes = useQuery({
    queryKey: ['admin', 'help-votes'],
    queryFn: () => call(listHelpVotes),
    staleTime: 0,
  })
  return (
    <Card aria-labelledby="help-votes">
      <CardHeader>
        <CardTitle id="help-votes">Help articles</CardTitle>
        <CardDescription>How readers answered “Was this helpful?”. Answers are anonymous.</CardDescription>
      </CardHeader>
      <DataTable
        caption="Readers’ answers by article"
        columns={columns}
        rows={votes.data?.articles ?? []}
        rowKey={({ article }) => article}
        loading={votes.isPending}
        framed={false}
        empty={
          <EmptyState
            title="No answers yet"
            text="At the end of each Help Center article, readers can say whether it was helpful."
          />
        }
        error={
          votes.isError ? (
            <ErrorState title="The answers could not be loaded" text="They are safe." query={votes} />
          ) : undefined
        }
        className="mt-3"
      />
    </Card>
  )
}
