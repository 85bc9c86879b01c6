import { Link, linkOptions } from '@tanstack/react-router'

const links = linkOptions([
  { to: '/faq', label: 'FAQ', text: 'Short answers to what people ask most.' },
  { to: '/contact', label: 'Contact', text: 'Write to us, and we answer by email.' },
  { to: '/terms', label: 'Terms of Service', text: 'What you and we agree on.' },
  { to: '/privacy', label: 'Privacy Policy', text: 'Which data is kept, and why.' },
  { to: '/cookies', label: 'Cookie Policy', text: 'Which cookies are set.' },
])

export function QuickLinks() {
  return (
    <nav aria-labelledby="quick-links" className="border-t border-border pt-8">
      <h2 id="quick-links" className="text-lg font-semibold tracking-tight text-foreground">
        Quick links
      </h2>
      <ul className="mt-3 grid gap-x-8 gap-y-1 sm:grid-cols-2 lg:grid-cols-5">
        {links.map(({ label, text, ...link }) => (
          <li key={link.to}>
            <Link {...link} className="group flex flex-col justify-center rounded-md py-2">
              <span className="font-medium text-accent underline decoration-accent/40 underline-offset-4 group-hover:decoration-current">
                {label}
              </span>
              <span className="text-sm text-muted">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
