-- Both periods of one plan were seeded as the most popular, which cannot be true of two cards side by side. Where
-- whoever runs the product chose otherwise already, their choice stays.
UPDATE "plans" SET "is_featured" = false
WHERE "id" = 'basic-annual' AND "is_featured"
	AND EXISTS (SELECT FROM "plans" WHERE "id" = 'basic-monthly' AND "is_featured");
