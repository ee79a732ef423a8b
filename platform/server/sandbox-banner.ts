/** Stands above all that a page shows, before sign-in too, where payouts go to a sandbox in production: users would believe them. */
export const sandboxBanner =
  '<aside class="sandbox-banner" aria-label="Предупреждение"><strong>Тестовый банк.</strong> Выплаты ненастоящие, деньги не придут.</aside>'

export const sandboxBannerStyle = '<link rel="stylesheet" href="/sandbox-banner.css">'
