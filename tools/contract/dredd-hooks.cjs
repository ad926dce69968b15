/** Makes for Dredd what the document says is refused, or is there already. */
const hooks = require('hooks');

const refused = {
  // A page that was filtered, and is all there is, links nowhere; it takes each header for one that must be there.
  200: (_request, transaction) => (transaction.fullPath = transaction.fullPath.replace('?status=available', '')),
  304: (request) => (request.headers['If-None-Match'] = '*'),
  401: (request) => delete request.headers.Authorization,
  404: (_request, transaction) => (transaction.fullPath = '/v1/pets/4711'),
  410: (_request, transaction) => (transaction.fullPath = '/v1/pets?since=AAAAAAAAEmcAAAAAAAAAAQ'),
  413: (request) => (request.body = JSON.stringify({ name: 'x'.repeat(70_000), categoryId: 1 })),
  415: (request) => (request.headers['Content-Type'] = 'text/plain'),
  422: (request) => (request.headers['Idempotency-Key'] = '"used"'),
  400: (request, transaction) =>
    request.method === 'GET' ? (transaction.fullPath = '/v1/pets?limit=0') : (request.body = '{}'),
};

hooks.beforeEach((transaction, done) => {
  refused[transaction.expected.statusCode]?.(transaction.request, transaction);
  done();
});
