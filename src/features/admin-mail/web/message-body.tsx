import { ExternalLink } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { classNames } from '../../../web/ui/class-names.ts'
import { Segmented } from '../../../web/ui/fields/segmented.tsx'
import type { MailboxMessage } from '../contract.ts'
import { cleanMail } from './clean-mail.ts'
import { type MailLink, linksInText } from './mail-html-rules.ts'

const views = [
  { value: 'formatted', label: 'Formatted' },
  { value: 'plain', label: 'Plain text' },
] as const

const paneClass = 'h-[min(24rem,50dvh)] w-full rounded-md border border-border'

export function MessageBody({ message: { html, text } }: { message: MailboxMessage }) {
  const formatted = useMemo(() => (html === null ? null : cleanMail(html)), [html])
  const [chosen, setChosen] = useState<(typeof views)[number]['value']>('formatted')
  const view = formatted === null ? 'plain' : text === null ? 'formatted' : chosen
  const links = formatted?.links ?? linksInText(text ?? '')
  if (formatted === null && text === null) {
    return <p className="text-sm text-muted">This message has no text.</p>
  }
  return (
    <>
      <div className="flex flex-col gap-3">
        {formatted !== null && text !== null && (
          <Segmented
            legend="Show the message as"
            value={view}
            options={views}
            onValueChange={setChosen}
            className="sm:w-fit"
          />
        )}
        {view === 'formatted' && formatted !== null ? (
          // The sandbox has no permissions: no scripts, forms, windows, navigation or origin. The background
          // is white because mails without their own colors are designed for it.
          <iframe
            title="Message"
            sandbox=""
            referrerPolicy="no-referrer"
            srcDoc={formatted.document}
            className={classNames(
              paneClass,
              'bg-[#fff] scheme-only-light focus:outline-2 focus:outline-accent',
            )}
          />
        ) : (
          <section
            aria-label="Message"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text is scrolled with the keyboard too
            tabIndex={0}
            className={classNames(paneClass, 'overflow-y-auto bg-surface-sunken p-4')}
          >
            <pre className="own-words font-mono text-sm wrap-anywhere whitespace-pre-wrap">{text}</pre>
          </section>
        )}
      </div>
      {links.length > 0 && <MessageLinks links={links} />}
    </>
  )
}

function MessageLinks({ links }: { links: MailLink[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-sm font-semibold text-foreground">
        Links in this message
      </h3>
      <p className="mt-0.5 text-sm text-muted">
        Links don’t work in the message itself. Check where one leads before you open it.
      </p>
      <ul className="mt-2 divide-y divide-border text-sm">
        {links.map(({ address, text }) => (
          <li key={`${address} ${text}`} className="py-2">
            {text && <bdi className="block wrap-anywhere text-foreground">{text}</bdi>}
            <a
              href={address}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-block rounded-sm wrap-anywhere text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-current touch:py-3"
            >
              {address}
              <ExternalLink aria-hidden className="ml-1 inline size-3.5 align-[-0.125em]" />
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
