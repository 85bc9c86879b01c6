import { CircleHelp } from 'lucide-react'
import { type HelpTopic, helpTopics } from './help-topics.ts'

/**
 * A ? beside a term. It opens the paragraph that explains the term in a new tab, so that nothing typed is
 * lost. Place it outside labels and headings, or it becomes part of their accessible names.
 */
export function HelpHint({ topic }: { topic: HelpTopic }) {
  const { label, at } = helpTopics[topic]
  return (
    <a
      href={`/help/${at}`}
      target="_blank"
      rel="noopener"
      aria-label={`Help: ${label} (opens in a new tab)`}
      // The touch target grows upwards because a control may begin right below.
      className="relative -my-1 inline-flex size-6 print:hidden shrink-0 items-center justify-center rounded-full text-muted transition-colors hover:bg-surface-sunken hover:text-accent touch:after:absolute touch:after:-inset-x-2.5 touch:after:-top-4 touch:after:-bottom-1"
    >
      <CircleHelp aria-hidden className="size-4" />
    </a>
  )
}
