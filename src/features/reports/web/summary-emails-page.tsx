import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Link2Off } from 'lucide-react'
import { call, isNotFound, messageOf } from '../../../web/api-client.ts'
import { PageSkeleton } from '../../../web/layout/page-skeleton.tsx'
import { Page } from '../../../web/layout/page.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { stopSummaries } from '../summary/contract.ts'
import { summaryLinkQuery } from './report-api.ts'

/** /summary-emails/{token}: where an accountant stops the summaries of a business, without an account. */
export function SummaryEmailsPage() {
  const { token } = useParams({ from: '/summary-emails/$token' })
  const link = useQuery(summaryLinkQuery(token))
  return (
    <>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      {link.isPending ? (
        <PageSkeleton />
      ) : (
        <Page width="narrow">
          {link.data ? (
            <Choice key={token} token={token} link={link.data} />
          ) : isNotFound(link.error) ? (
            <EmptyState
              level={1}
              icon={Link2Off}
              title="This link is not valid"
              text="Please use the whole link from the newest of these emails."
            />
          ) : (
            <ErrorState level={1} query={link} />
          )}
        </Page>
      )}
    </>
  )
}

interface ChoiceProps {
  token: string
  link: { business: string; email: string; isStopped: boolean }
}

/** Nothing changes before the press: programs that check mails for viruses open every link in them. */
function Choice({ token, link: { business, email, isStopped } }: ChoiceProps) {
  const client = useQueryClient()
  const changing = useMutation({
    mutationFn: () => call(stopSummaries, { params: { token }, body: { isStopped: !isStopped } }),
    onSuccess: (saved) => client.setQueryData(summaryLinkQuery(token).queryKey, saved),
  })
  return (
    <Card>
      <CardHeader>
        <CardTitle level={1}>{isStopped ? 'These emails are stopped' : 'Stop these emails?'}</CardTitle>
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        <output className="block wrap-anywhere">
          {isStopped
            ? `${email} no longer gets the monthly summary of ${business}. ${business} can see that.`
            : `Each month, a summary of ${business} is sent to ${email}.`}
        </output>
        {changing.isError && (
          <Notice tone="error">{messageOf(changing.error, 'That didn’t work. Please try again.')}</Notice>
        )}
      </CardContent>
      <CardFooter>
        <Button
          variant={isStopped ? 'secondary' : 'primary'}
          busy={changing.isPending}
          busyLabel="Saving..."
          onClick={() => changing.mutate()}
        >
          {isStopped ? 'Get them again' : 'Stop these emails'}
        </Button>
      </CardFooter>
    </Card>
  )
}
