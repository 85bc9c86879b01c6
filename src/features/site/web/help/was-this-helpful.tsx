import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { call, messageOf } from '../../../../web/api-client.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { textLink } from '../../../../web/ui/text-link.ts'
import type { voteOnArticle } from '../../contract.ts'
import { type HelpSlug, helpArticles } from '../../help-rules.ts'

// Spelled out, so that readers do not load the contract.
const route = { method: 'post', path: '/api/v1/help/{article}/vote' } as const

export function WasThisHelpful({ slug }: { slug: HelpSlug }) {
  const vote = useMutation({
    mutationFn: (helpful: boolean) =>
      call<typeof voteOnArticle>(route, { params: { article: slug }, body: { helpful } }),
  })
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-border bg-surface p-4 sm:p-6 noscript:hidden">
      <h2 id="article-helpful" className="text-base font-semibold text-foreground">
        Was this helpful?
      </h2>
      {vote.isSuccess ? (
        <Thanks slug={slug} wasHelpful={vote.variables} />
      ) : (
        <fieldset aria-labelledby="article-helpful" className="flex gap-2">
          {[true, false].map((helpful) => (
            <Button
              key={String(helpful)}
              variant="secondary"
              className="min-w-20"
              busy={vote.isPending && vote.variables === helpful}
              busyLabel="Sending..."
              disabled={vote.isPending && vote.variables !== helpful}
              onClick={() => vote.mutate(helpful)}
            >
              {helpful ? 'Yes' : 'No'}
            </Button>
          ))}
        </fieldset>
      )}
      <div aria-live="polite" className="text-sm text-negative empty:-mt-3">
        {vote.isError && <p>{messageOf(vote.error, 'Your answer could not be sent. Please try again.')}</p>}
      </div>
    </div>
  )
}

function Thanks({ slug, wasHelpful }: { slug: HelpSlug; wasHelpful: boolean }) {
  const message = useRef<HTMLParagraphElement>(null)
  // The button that had the focus disappeared.
  useEffect(() => message.current?.focus(), [])
  return (
    <p ref={message} tabIndex={-1} className="text-foreground">
      Thanks for the feedback.
      {!wasHelpful && (
        <>
          {' '}
          If something is missing or unclear,{' '}
          <Link
            to="/contact"
            search={{ subject: `Help article: ${helpArticles[slug].title}` }}
            className={textLink}
          >
            write to us
          </Link>{' '}
          and we’ll reply.
        </>
      )}
    </p>
  )
}
