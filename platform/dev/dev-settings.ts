/** Environment variables of the commands that develop, as their help has them. */
export const devSettings = {
  PORT: 'of the portal, 3000 unless set',
  PORTAL_DATA: 'the folder of the database and the images, .data unless set',
  DATABASE_URL: 'a PostgreSQL of your own instead',
}
