import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../../../web/ui/class-names.ts'
import { textLink } from '../../../web/ui/text-link.ts'

export function KeySource({ provider, section, url }: Record<'provider' | 'section' | 'url', string>) {
  return (
    <p className="text-sm text-muted">
      Keys are passwords for programs. Yours are at {provider} under {section}.{' '}
      <ProviderLink url={url}>Open {provider}</ProviderLink>
    </p>
  )
}

export function ProviderLink({ url, children }: { url: string; children: ReactNode }) {
  return (
    <a href={url} target="_blank" rel="noreferrer" className={classNames(textLink, 'whitespace-nowrap')}>
      {children}
      <ExternalLink aria-hidden className="ml-1 inline size-3.5 align-[-0.125em]" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
