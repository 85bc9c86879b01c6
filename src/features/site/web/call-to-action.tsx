import { Link } from '@tanstack/react-router'
import { Button } from '../../../web/ui/button.tsx'

export function CallToAction() {
  return (
    <section aria-labelledby="start-heading" className="mx-auto w-full max-w-page px-4 sm:px-6">
      <div className="grid items-center overflow-hidden rounded-xl border border-accent/20 bg-accent-soft lg:grid-cols-[3fr_2fr]">
        <div className="flex flex-col items-start gap-6 p-6 sm:p-10 lg:p-12">
          <div>
            <h2
              id="start-heading"
              className="text-2xl font-semibold tracking-tight text-foreground sm:text-3xl"
            >
              Run your business, not a ledger
            </h2>
            <p className="mt-2 text-muted">
              All you need is your name, your business name, an email address and a password.
            </p>
          </div>
          <Button asChild size="lg">
            <Link to="/signup">Get started free</Link>
          </Button>
        </div>
        <MillScene />
      </div>
    </section>
  )
}

const spokes = Array.from({ length: 8 }, (_, index) => index * 45)
const paddles = Array.from({ length: 16 }, (_, index) => index * 22.5)

/** An illustration of a millrace: the channel on its trestle, the wheel and the stream below. */
function MillScene() {
  return (
    <svg
      viewBox="0 0 480 360"
      fill="none"
      aria-hidden
      preserveAspectRatio="xMidYMid slice"
      className="hidden size-full max-h-80 mask-l-from-60% lg:block"
    >
      <circle cx="392" cy="76" r="28" className="fill-attention/20" />
      <path d="M0 222c60-34 108-40 160-22s96 12 150-20 114-34 170-8v188H0Z" className="fill-accent/10" />

      <path
        d="M36 128v180M118 128v180M36 176l82 84M118 176l-82 84"
        className="stroke-border-strong/50"
        strokeWidth="6"
      />
      <path d="M0 112h214v16H0Z" className="fill-border-strong/60" />
      <path
        d="M0 98h218c52 0 96 34 104 92l14 122h-26l-14-116c-6-46-36-70-78-70H0Z"
        className="fill-accent/45"
      />
      <path
        d="M0 106h216c48 0 88 30 96 86l14 112M0 117h214c44 0 80 28 88 80"
        className="stroke-surface/70"
        strokeWidth="2.5"
        strokeLinecap="round"
      />

      <g transform="translate(222 220)">
        <g className="stroke-foreground/80" strokeLinecap="round">
          {spokes.map((angle) => (
            <path key={angle} d="M0-14V-70" strokeWidth="4" transform={`rotate(${angle})`} />
          ))}
          {paddles.map((angle) => (
            <path key={angle} d="M0-62l9-28" strokeWidth="5" transform={`rotate(${angle})`} />
          ))}
          <circle r="76" strokeWidth="4" />
          <circle r="60" strokeWidth="4" />
        </g>
        <circle r="14" className="fill-accent stroke-surface" strokeWidth="5" />
      </g>

      <path
        d="M0 298c40-12 80-12 120 0s80 12 120 0 80-12 120 0 80 12 120 0v62H0Z"
        className="fill-accent/60"
      />
      <path d="M0 320c40-12 80-12 120 0s80 12 120 0 80-12 120 0 80 12 120 0v40H0Z" className="fill-accent" />
      <path
        d="M330 340c16-6 32-6 48 0M60 342c16-6 32-6 48 0M190 346c16-6 32-6 48 0"
        className="stroke-accent-foreground/50"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  )
}
