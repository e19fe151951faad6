import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { Deps } from '../../deps.ts';

export async function registerApiDocs(app: FastifyInstance, { config }: Deps) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${config.productName}: API`,
        description:
          'Tudo o que as telas fazem, por HTTP. Erros têm sempre a mesma forma: error, code, requestId.',
        version: '1.0.0',
      },
      servers: [{ url: config.http.publicUrl }],
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // Use our own content policy: the library's would allow styles from anywhere.
    staticCSP: false,
    uiConfig: { layout: 'BaseLayout' },
    theme: { title: `${config.productName}: API` },
  });
}
