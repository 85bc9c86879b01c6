import type { HelpSlug } from '../../help-rules.ts'
import { VideoCard } from './video-card.tsx'
import { videos } from './videos.ts'

/** What an article tells, as videos; nothing where there are none. */
export function ArticleVideos({ slug }: { slug: HelpSlug }) {
  const about = videos.filter(({ article }) => article === slug)
  if (about.length === 0) return null
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {about.map((video) => (
        <VideoCard key={video.slug} video={video} level={2} hasArticleLink={false} />
      ))}
    </div>
  )
}
